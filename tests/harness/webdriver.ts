import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../scripts/postgres/free-port.ts';

/** WebKit as Debian has it: WebKitGTK is about as old as the current Safari, WPE as Safari 16.2. */
export type Engine = 'webkitgtk' | 'wpe';

const libraries = '/usr/lib/x86_64-linux-gnu';
const engines: Readonly<Record<Engine, { readonly driver: string; readonly capabilities: object }>> = {
  webkitgtk: {
    driver: 'WebKitWebDriver',
    capabilities: {
      browserName: 'MiniBrowser',
      // No border and no bar, with which its windows are 447 px wide at least.
      'webkitgtk:browserOptions': {
        binary: `${libraries}/webkit2gtk-4.1/MiniBrowser`,
        args: ['--automation', '--full-screen'],
      },
    },
  },
  wpe: {
    driver: 'WPEWebDriver',
    capabilities: {
      'wpe:browserOptions': {
        binary: `${libraries}/wpe-webkit-1.1/MiniBrowser`,
        args: ['--automation', '--headless'],
      },
    },
  },
};

/** A program that drives a browser by WebDriver (https://www.w3.org/TR/webdriver2/). */
export interface Driver {
  readonly engine: Engine;
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the driver of an engine on a free port; resolves when it answers. */
export async function startDriver(engine: Engine): Promise<Driver> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  // Without a language the browser says that its own is "C".
  const env = { ...process.env, LANG: 'en_US.UTF-8', LC_ALL: '' };
  const args = [`--port=${port}`, '--host=127.0.0.1'];
  const child: ChildProcess = spawn(engines[engine].driver, args, { stdio: 'ignore', env });
  const ended = once(child, 'exit');
  while (!(await fetch(`${url}/status`).catch(() => null))) await sleep(50);
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { engine, url, stop };
}

/** Which of the elements that can be seen is meant. */
export interface Which {
  /** What it says or is called. Default: whatever that is. */
  readonly words?: RegExp;
  /** Default: false, the first one. */
  readonly last?: boolean;
}

/** Keys as WebDriver writes them. */
const keys = { ArrowRight: '\uE014', PageUp: '\uE00E' };
export type Key = keyof typeof keys;

export interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path?: string;
  readonly sameSite?: string;
  /** Seconds since 1970. */
  readonly expiry?: number;
}

/** A page, whatever drives it. What is waited for comes within a minute, or it is an error. */
export interface EnginePage {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** What a function gives in the page, called with these values there. */
  run<Given extends readonly unknown[], Result>(
    give: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>>;
  /** Clicks on an element once it can be seen and clicked. */
  click(selector: string, which?: Which): Promise<void>;
  /** Types a text into a field, in the place of what is there. */
  type(selector: string, text: string): Promise<void>;
  /** Presses a key while the element has the focus. */
  press(selector: string, key: Key): Promise<void>;
  cookies(): Promise<readonly Cookie[]>;
  /** Ends the browser. */
  close(): Promise<void>;
}

/** What a page takes until it is as it is waited for, at most, on a machine that has much else to do. Milliseconds. */
const patience = 60_000;

/** What fills the screen that scripts/with-engines.mjs makes. */
const phone = { x: 0, y: 0, width: 390, height: 844 };

/** A page in a browser of its own, which remembers nothing of the ones before. */
export class DrivenPage implements EnginePage {
  readonly #session: string;

  private constructor(session: string) {
    this.#session = session;
  }

  static async open({ url, engine }: Driver): Promise<DrivenPage> {
    const capabilities = { alwaysMatch: engines[engine].capabilities };
    const { sessionId } = await call<{ sessionId: string }>('POST', `${url}/session`, { capabilities });
    const page = new DrivenPage(`${url}/session/${sessionId}`);
    // WPE without a screen is always 1280 × 720. WebKitGTK's window fills a screen only where something manages windows.
    if (engine === 'webkitgtk') await page.#call('POST', '/window/rect', phone);
    return page;
  }

  async close(): Promise<void> {
    await this.#call('DELETE', '');
  }

  async goto(url: string): Promise<void> {
    await this.#call('POST', '/url', { url });
  }

  async reload(): Promise<void> {
    await this.#call('POST', '/refresh', {});
  }

  run<Given extends readonly unknown[], Result>(
    give: (...given: Given) => Result,
    ...given: Given
  ): Promise<Awaited<Result>> {
    return this.#call('POST', '/execute/sync', { script: `return (${String(give)})(...arguments)`, args: given });
  }

  async click(selector: string, which: Which = {}): Promise<void> {
    for (const end = Date.now() + patience; ; await sleep(50)) {
      const element = await this.#find(selector, which);
      try {
        return await this.#call('POST', `/element/${element}/click`, {});
      } catch (error) {
        // It has moved, or gone, meanwhile.
        if (Date.now() > end) throw error;
      }
    }
  }

  async type(selector: string, text: string): Promise<void> {
    // The page may take the focus away meanwhile, as after a step: what a driver types is lost then.
    for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) {
      const element = await this.#find(selector, {});
      await this.#call('POST', `/element/${element}/clear`, {});
      const type = await this.#call('GET', `/element/${element}/property/type`);
      await this.#call('POST', `/element/${element}/value`, {
        // WebKitGTK goes to the next part of a time only by a key of its own.
        text: americanKeys(type, text)?.join(keys.ArrowRight) ?? text,
      });
      if ((await this.#call('GET', `/element/${element}/property/value`)) === text) return;
    }
    throw new Error(`${selector} did not take ${text}`);
  }

  async press(selector: string, key: Key): Promise<void> {
    const element = await this.#find(selector, {});
    await this.#call('POST', `/element/${element}/value`, { text: keys[key] });
  }

  cookies(): Promise<readonly Cookie[]> {
    return this.#call('GET', '/cookie');
  }

  /** WebDriver's name of the element. */
  async #find(selector: string, { words, last = false }: Which): Promise<string> {
    const element = await until(this, findInPage, selector, words?.source ?? '', words?.flags ?? '', last);
    return Object.values(element as object)[0] as string;
  }

  #call<Value>(method: string, path: string, body?: object): Promise<Value> {
    return call(method, this.#session + path, body);
  }
}

/** Resolves to what a function gives in the page once that isn't nothing: false, null, 0 or an empty text. */
export async function until<Given extends readonly unknown[], Result>(
  page: EnginePage,
  give: (...given: Given) => Result,
  ...given: Given
): Promise<NonNullable<Result>> {
  let last: unknown;
  for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) {
    // A page that is being left has nothing to say.
    const result = await page.run(give, ...given).catch((error: unknown) => void (last = error));
    if (result) return result;
  }
  const seen = await page.run(() => `${location.href}\n${document.body.innerText}`).catch(String);
  throw new Error(`${String(give)}\nnever gave anything for ${JSON.stringify(given)} at ${seen}`, { cause: last });
}

/**
 * `2020-05-04` and `23:30`, part by part, as somebody types them whose browser speaks American English; nothing for other
 * fields.
 */
export function americanKeys(type: unknown, value: string): readonly string[] | undefined {
  if (type === 'date') return [value.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1')];
  if (type !== 'time') return undefined;
  const [hour, minute] = value.split(':');
  return [String(Number(hour) % 12 || 12).padStart(2, '0'), minute!, Number(hour) < 12 ? 'AM' : 'PM'];
}

/** In the page: the first or last element that this selector matches, that can be seen and says this. */
export function findInPage(selector: string, pattern: string, flags: string, last: boolean): Element | null {
  const says = new RegExp(pattern, flags);
  const found = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    const { visibility } = getComputedStyle(element);
    const text = element.getAttribute('aria-label') ?? element.innerText;
    return element.getClientRects().length > 0 && visibility === 'visible' && says.test(text.trim());
  });
  return found.at(last ? -1 : 0) ?? null;
}

async function call<Value>(method: string, url: string, body?: object): Promise<Value> {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${url}: ${value.error}: ${value.message}`);
  return value;
}
