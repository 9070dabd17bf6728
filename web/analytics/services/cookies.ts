/** The value of a cookie of this site. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  const value = found?.slice(name.length + 1);
  return value === '' ? undefined : value;
}

/** Those that the services set, by their own documents. */
const ofServices = /^(?:_ga(?:_.+)?|_gcl_.+|_ym_.+|_fbp|_fbc)$/;

/** Forgets what services have named this browser, on this host and on those above it. */
export function removeServiceCookies(): void {
  const names = document.cookie.split('; ').map((cookie) => cookie.split('=', 1)[0]!);
  const labels = location.hostname.split('.');
  const domains = ['', ...labels.map((_, index) => `; Domain=${labels.slice(index).join('.')}`)];
  for (const name of names.filter((each) => ofServices.test(each)))
    for (const domain of domains) document.cookie = `${name}=; Path=/; Max-Age=0${domain}`;
}
