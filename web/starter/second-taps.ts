/** From the first tap of a double tap to the second: more than touch browsers allow for. */
const doubleTapMilliseconds = 450;
/** So far from the first tap, in CSS pixels, another one is meant for something else. */
const doubleTapDistance = 40;

/**
 * Ignores the second tap of a double tap if the first one has changed the screen: it would act on whatever has come up
 * in that place. One guard for the whole document, before any other listener gets the tap; quick taps on a control that
 * stays act each. A mouse's double click is known by `detail`; fingers' second taps go by time and place, as touch
 * browsers may count each tap as the first. Keyboards and scripts do not tap.
 */
export function ignoreSecondTaps(): void {
  /** Of the last tap that has acted. One on another page of the site may have led to this document: at its start. */
  let actedAt = document.referrer.startsWith(`${location.origin}/`) ? 0 : -doubleTapMilliseconds;
  let [x, y] = [Number.NaN, Number.NaN];
  let control: Element | null = null;
  let place: string;
  /** Of the tap that is under way. */
  let byFinger = false;
  let ignored = false;

  const isSecond = (event: MouseEvent) =>
    event.timeStamp - actedAt < doubleTapMilliseconds &&
    (event.detail > 1 || byFinger) &&
    !(Math.hypot(event.clientX - x, event.clientY - y) > doubleTapDistance) &&
    // Back is not the same button on another step, nor while it is going.
    (!control?.matches(':not([data-tap=back])') ||
      place !== placeNow() ||
      controlOf(document.elementFromPoint(x, y)) !== control);

  const onClick = (event: MouseEvent) => {
    const isClick = event.type === 'click';
    if (isClick && !event.detail) return;
    if (event.type === 'pointerdown') {
      byFinger = (event as PointerEvent).pointerType !== 'mouse';
      ignored = false;
    }
    if ((ignored ||= isSecond(event))) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (isClick) {
      actedAt = event.timeStamp;
      [x, y] = [event.clientX, event.clientY];
      control = controlOf(event.target as Element);
      place = placeNow();
    }
  };
  for (const type of ['pointerdown', 'mousedown', 'click'] as const) addEventListener(type, onClick, true);
}

const controlOf = (hit: Element | null) => hit?.closest('a,button,label,summary,[role]') ?? hit;

/** The page, and in a quiz the step (web/quiz/step-history.ts). */
const placeNow = () => location.pathname + (history.state as { step?: number } | null)?.step;
