import type { Letter } from './letter.ts';

/** A letter as plain text: complete, with the address of every link. */
export function renderText(letter: Letter): string {
  const { greeting, text, button, notes, closing, reason, unsubscribe, sender } = letter;
  const parts = [
    greeting,
    ...text,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...notes,
    closing.join('\n'),
    // The signature mark, as mail programs know it.
    `-- \n${reason}`,
    ...(unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.url}`] : []),
    sender.join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}
