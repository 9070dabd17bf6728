/** The address as it is stored and compared: two spellings of one mailbox must not become two accounts. */
export function normaliseEmail(address: string): string {
  return address.trim().normalize('NFC').toLowerCase();
}
