import { WordedError } from './worded-error.ts';

/**
 * The object that an answer holds. Rejects with `errors.wrong_response_from_server` where there is none, such as in the
 * page of a hotel's network that stands before the API.
 */
export async function readReply(response: Response): Promise<Partial<Record<string, unknown>>> {
  const reply: unknown = await response.json().catch(() => null);
  if (typeof reply === 'object' && reply !== null) return reply;
  throw new WordedError('errors.wrong_response_from_server', `${response.url} did not answer with an object in JSON.`);
}
