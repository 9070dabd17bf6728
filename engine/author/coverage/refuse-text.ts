import { parseText } from '../words/words.ts';
import { hasControlCharacter } from '../yaml/odd-characters.ts';

/**
 * Why a text can't stand where another does; nothing if it can. `model` is what it must recall the same answers as:
 * the present text, or the one that it translates.
 */
export function refuseText(text: string, present: string | undefined, model: string | undefined): string | undefined {
  if (text.trim() === '') {
    return present === undefined
      ? undefined
      : 'The text is gone. To take it out for good, remove it from the YAML file.';
  }
  if (hasControlCharacter(text)) return "The text has a character that can't be seen. Type it anew.";
  const parsed = parseText(text);
  if (parsed.problem) return parsed.problem.message;
  if (model === undefined) return undefined;
  const given = parsed.recalls.map(({ recall }) => recall);
  const wanted = parseText(model).recalls.map(({ recall }) => recall);
  const lost = wanted.find((name) => !given.includes(name));
  if (lost !== undefined) return `{{${lost}}} is lost: the visitor's answer must stand in this text.`;
  const invented = given.find((name) => !wanted.includes(name));
  return invented === undefined ? undefined : `{{${invented}}} is new: this text recalls no such answer.`;
}
