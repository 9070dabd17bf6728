/** The types of step that few funnels use: their controls come in one piece. */

export { checked } from './checked.tsx';
export { consent } from './consent.tsx';
export { date } from './date.tsx';
export { email } from './email.tsx';
export { group } from './group.tsx';
export { matrix } from './matrix.tsx';
export { phone } from './phone.tsx';
export { rank } from './rank.tsx';
export { select } from './select.tsx';
export { time } from './time.tsx';
