/** Has the browser keep this as a file of this name. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser takes hold of the address after this task.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A page that still stands after so many milliseconds did not get away. */
const leavingTimeout = 10_000;

/** Leaves the site. Resolves when Back has led here again, or the page did not get away. */
export function leaveFor(url: string): Promise<void> {
  location.assign(url);
  return new Promise((resolve) => {
    const stay = () => resolve();
    window.addEventListener('pageshow', stay, { once: true });
    setTimeout(stay, leavingTimeout);
  });
}
