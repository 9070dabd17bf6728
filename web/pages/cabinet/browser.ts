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

/** Leaves the site; Back leads here again. */
export function leaveFor(url: string): void {
  location.assign(url);
}
