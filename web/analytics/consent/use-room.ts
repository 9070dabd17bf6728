import { useLayoutEffect, useState, type RefObject } from 'react';

/** What a visitor answers a quiz with, and fills in a form with: to sign in, or up. */
const controls = 'main :is([data-step], form) :is(button, input, select, textarea, label, a)';

/**
 * Whether there is room for the bar at the bottom of the window; its height while it is there, else 0. Where it would
 * cover anything of a quiz's step or a form, it stands at the end of the page; so it does among the members' pages,
 * where the player has that place.
 */
export function useRoom(bar: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    let frame = 0;
    const look = () => setRoom(roomFor(bar.current));
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    const resizes = new ResizeObserver(lookSoon);
    if (bar.current) resizes.observe(bar.current);
    resizes.observe(document.body);
    const changes = new MutationObserver(lookSoon);
    changes.observe(document.getElementById('root')!, { childList: true, subtree: true });
    addEventListener('resize', lookSoon);
    look();
    return () => {
      cancelAnimationFrame(frame);
      resizes.disconnect();
      changes.disconnect();
      removeEventListener('resize', lookSoon);
    };
  }, [bar]);
  useLayoutEffect(() => {
    // Whoever walks by keyboard sees what has the focus.
    document.documentElement.style.scrollPaddingBottom = room > 0 ? `${room}px` : '';
  }, [room]);
  return room;
}

function roomFor(bar: HTMLElement | null): number {
  if (!bar || location.pathname.startsWith('/cabinet')) return 0;
  const height = bar.offsetHeight;
  const ends = [...document.querySelectorAll(controls)].map((control) => control.getBoundingClientRect().bottom);
  const end = Math.max(0, ...ends) + scrollY;
  return end <= innerHeight - height ? height : 0;
}
