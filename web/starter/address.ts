import type { CompiledFunnel } from '../../engine/model.ts';
import { sayable } from '../../engine/run/address.ts';
import { storedAddress, takeAddress } from './take-address.ts';

/**
 * The script that stands inline in the head of quizzes that read the address for their texts and fields (and of no
 * others; its hash is in the Content-Security-Policy), before anything else looks at the address. It fills the values
 * into the first screens that say them, which stand before it as templates; where there are several, the script after it
 * chooses among them. The page is rendered for visitors without any.
 */

/** What stands in the script's `data-address`. */
export interface AddressData {
  /** Id of the funnel. */
  readonly funnel: string;
  readonly address: NonNullable<CompiledFunnel['address']>;
}

const { funnel, address } = JSON.parse(document.currentScript!.dataset['address']!) as AddressData;
takeAddress(funnel, address);
const values = storedAddress(funnel, address);
for (const { content } of document.querySelectorAll<HTMLTemplateElement>('template[data-first]')) fill(content);

/** Puts the values into the places that the build has left for them: see `withPlaces` in scripts/build/address-places.ts. */
function fill(screen: DocumentFragment): void {
  for (const place of screen.querySelectorAll('bdi')) {
    const [, name, fallback] = /^{{query\.(\w+)\|(.*)}}$/s.exec(place.textContent) ?? [];
    if (name === undefined) continue;
    const text = sayable(values[name] ?? '');
    if (text === undefined) place.replaceWith(fallback!);
    else place.textContent = text;
  }
  screen.normalize(); // as the page's own script has it: a text without a value is one piece
}
