/** The common types of step that a quiz seldom begins with: their controls come in one piece. */

export { loader } from './loader.tsx';
export { multipleChoice as multiple_choice } from './multiple_choice.tsx';
export { number } from './number.tsx';
export { text } from './text.tsx';
