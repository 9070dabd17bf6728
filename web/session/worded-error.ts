export type ErrorWords =
  | 'errors.common'
  | 'errors.not_loaded'
  | 'errors.offline'
  | 'errors.try_again_or_contact'
  | 'errors.wrong_response_from_server'
  | 'account:problems.cookies_off';

/** A failure that the site has its own words for: the generic error handler shows them in the visitor's language. */
export class WordedError extends Error {
  override readonly name = 'WordedError';
  /** Their key in the namespace `site`, or in one that all pages have where it may be thrown. */
  readonly words: ErrorWords;

  /** `message` is for developers; nobody else sees it. */
  constructor(words: ErrorWords, message: string, options?: ErrorOptions) {
    super(message, options);
    this.words = words;
  }
}
