/** Named in the privacy policy. */
const key = 'welcomeModalSeen';

/** Whether this browser has welcomed somebody. Also where that can't be known: a welcome must never come twice. */
export function wasWelcomed(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

/** Keeps the welcome away from now on; false where the browser would not remember it. */
export function rememberWelcome(): boolean {
  try {
    localStorage.setItem(key, 'true');
    return true;
  } catch {
    return false;
  }
}
