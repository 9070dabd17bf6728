const longestName = 40;
/** More of them can be a sentence: “Your account is blocked call us now”. */
const mostWords = 3;

/**
 * The first name as a greeting can use it, of at most 40 characters, or null. People type it at sign-up, also with the address of somebody else:
 * what isn't plainly a name, such as an address of a site, is not sent in a mail of ours.
 */
export function greetedName(firstName: string): string | null {
  const name = firstName.trim();
  // A dot only where a word ends (J. R.), so that no mail program makes a link of it.
  const isName = /^\p{L}(?:[\p{L}\p{M}'’ -]|\.(?= |$))*$/u.test(name);
  const words = name.split(/[ -]+/);
  if (!isName || words.length > mostWords) return null;
  return [...name].slice(0, longestName).join('').trim();
}
