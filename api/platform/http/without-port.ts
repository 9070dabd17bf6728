/** The address in `192.0.2.1:50123` or `[2001:db8::1]:50123`, as some proxies write it; anything else as it is. */
export function withoutPort(text: string): string {
  return text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1').replace(/^\[([^\]]*)\](?::\d+)?$/, '$1');
}
