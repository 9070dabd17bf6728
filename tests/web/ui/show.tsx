import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { onTestFinished } from 'vitest';
import '../../../web/ui/tokens.css';
import '../../../web/ui/base.css';
import { createI18n, loadWords } from '../../../web/i18n.ts';
import { I18nextProvider } from 'react-i18next';

const namespaces = ['site', 'rare'] as const;
const words = await Promise.all(namespaces.map((namespace) => loadWords('en', namespace)));

export interface Shown {
  /** Shows something else in the same place, as a parent would. */
  readonly show: (node: ReactNode) => void;
}

/** The site's words in English. */
export function createWords(): i18n {
  const i18n = createI18n('en');
  namespaces.forEach((namespace, at) => i18n.addResourceBundle('en', namespace, words[at]));
  return i18n;
}

/** Puts something on the page, in English, until the test ends. */
export function show(node: ReactNode): Shown {
  const i18n = createWords();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const render = (shown: ReactNode) =>
    flushSync(() => root.render(<I18nextProvider i18n={i18n}>{shown}</I18nextProvider>));
  render(node);
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  return { show: render };
}

/** Resolves when what React has been told is on the screen. The test's own clock does not move meanwhile. */
export async function painted(): Promise<void> {
  await nextFrame();
  await nextMessage(); // React's work stands in the same queue; on a busy machine frames can come before it
  await nextFrame();
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

const nextMessage = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    port2.postMessage(null);
  });
