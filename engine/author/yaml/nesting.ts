const mostBrackets = 100;
const mostIndicators = 50;
const mostIndentation = 400;

/**
 * Where a text nests deeper than any funnel does. YAML is read by recursion, so such a text is refused unread.
 * Brackets within texts are counted too, which is no matter: nobody leaves a hundred of them open.
 */
export function findExcessiveNesting(text: string): number | undefined {
  let brackets = 0;
  let indicators = 0;
  let lineStart = 0;
  let isIndentation = true;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text.charAt(offset);
    if (character === '\n') {
      [lineStart, isIndentation, indicators] = [offset + 1, true, 0];
      if (/[A-Za-z]/.test(text.charAt(lineStart))) brackets = 0;
      continue;
    }
    if (character === ' ' || character === '\t' || character === '\r') continue;
    if (isIndentation && offset - lineStart > mostIndentation) return offset;
    isIndentation = false;
    if (character === '[' || character === '{') brackets += 1;
    else if (character === ']' || character === '}') brackets = Math.max(0, brackets - 1);
    indicators = isIndicator(character, text.charAt(offset + 1)) ? indicators + 1 : 0;
    if (brackets > mostBrackets || indicators > mostIndicators) return offset;
  }
  return undefined;
}

/** `- `, `? ` and `: ` can each begin another level on the same line. A row of dashes can't. */
function isIndicator(character: string, next: string): boolean {
  return (character === '-' || character === '?' || character === ':') && /^\s?$/.test(next);
}
