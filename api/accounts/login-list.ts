import type { endLogin, endOtherLogins, listLogins } from '../../schemas/api/auth.ts';
import type { Handler } from '../platform/http/endpoint.ts';
import { isUuid } from '../platform/uuid.ts';
import { isLiveLogin } from './logins.ts';
import type { AccountServices } from './services.ts';

/** The log-ins of the caller that go on. */
export function createLoginList({ database }: AccountServices): Handler<typeof listLogins> {
  return async ({ user: { user, loginId } }) => {
    const rows = await database.query<LoginRow>({ name: 'logins-of-user', text: listText, values: [user.id, loginId] });
    const logins = rows.map(({ id, device, created_at, rotated_at }) => ({
      id,
      device,
      createdAt: created_at.toISOString(),
      usedAt: rotated_at.toISOString(),
      isCurrent: id === loginId,
    }));
    return { logins };
  };
}

interface LoginRow {
  readonly id: string;
  readonly device: string | null;
  readonly created_at: Date;
  readonly rotated_at: Date;
}

const listText = `
  SELECT s.id, s.device, s.created_at, s.rotated_at FROM sessions s JOIN users u ON u.id = s.user_id
  WHERE s.user_id = $1 AND ${isLiveLogin} ORDER BY s.id = $2 DESC, s.rotated_at DESC LIMIT 100`;

/** Ends one of the caller's log-ins. */
export function createEndLogin({ database }: AccountServices): Handler<typeof endLogin> {
  return async ({ user: { user }, params: { id }, ip, requestId }) => {
    if (!isUuid(id)) return;
    const values = [user.id, ip, requestId, id];
    await database.query({ name: 'end-login', text: endText('id = $4'), values });
  };
}

/** Ends all of the caller's log-ins but the one that asks. */
export function createEndOtherLogins({ database }: AccountServices): Handler<typeof endOtherLogins> {
  return async ({ user: { user, loginId }, ip, requestId }) => {
    const values = [user.id, ip, requestId, loginId];
    await database.query({ name: 'end-other-logins', text: endText('id <> $4'), values });
  };
}

const endText = (which: string) => `
  WITH ended AS (
    UPDATE sessions SET ended_at = now() WHERE user_id = $1 AND ended_at IS NULL AND ${which} RETURNING user_id
  )
  INSERT INTO audit_log (user_id, action, ip, request_id) SELECT user_id, 'logout', $2, $3 FROM ended`;
