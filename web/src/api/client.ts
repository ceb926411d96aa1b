import { ERRORS } from '@diorama/shared/contract/errors.ts';
import type { ResultOf, RouteName } from '@diorama/shared/contract/index.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { createListeners } from '../listeners.ts';
import type { Session } from '../session/session.ts';
import { ApiError } from './api-error.ts';
import { type Connection, isUnreachable } from './connection.ts';
import { ROUTE_TABLE } from './route-table.ts';
import { type CallInput, type SendOptions, send } from './send.ts';

type CallArguments<Name extends RouteName> =
  Record<never, never> extends CallInput<Name>
    ? [input?: CallInput<Name>, options?: SendOptions]
    : [input: CallInput<Name>, options?: SendOptions];

/** Calls any route of the contract by its name. */
type Call = <Name extends RouteName>(name: Name, ...rest: CallArguments<Name>) => Promise<ResultOf<Name>>;

/**
 * Outcome of a call that concerns the whole application: `ended` – the session is over; `limit` – the plan's limit is
 * reached. `storage-full` and `overflown` – the storage quota is reached; `refused` – a rule forbids the call.
 */
export type ClientNotice = {
  kind: 'ended' | 'limit' | 'storage-full' | 'overflown' | 'refused';
  error: ApiError;
  /** Uuid of the call's scene, whose workspace may differ from the current one. */
  scene: string | null;
};

/** An operation with a user's token; `token` is null for anonymous users. */
type Attempt<Result> = (token: string | null) => Promise<Result>;

export type ApiClient = {
  call: Call;
  /**
   * Runs an operation of several requests, such as an upload in parts, like a call: it retries once with a renewed
   * token and emits notices.
   * @param scene - uuid of the scene that the operation concerns
   */
  perform<Result>(attempt: Attempt<Result>, scene: string | null): Promise<Result>;
  /** Subscribes to notices. Returns the unsubscribe function. */
  onNotice(listener: (notice: ClientNotice) => void): () => void;
  /** Emits the notice of an error that no call threw, such as that of one scene in a batch. */
  notify(error: ApiError, scene: string | null): void;
};

/** Creates the client: every call carries the session, and a refused token is renewed once. */
export function createApiClient(
  session: Session,
  language: () => Language,
  connection: Pick<Connection, 'report'>,
): ApiClient {
  const notices = createListeners<[notice: ClientNotice]>();

  async function renewing<Result>(attempt: Attempt<Result>): Promise<Result> {
    const token = await session.freshToken();
    try {
      return await attempt(token);
    } catch (error) {
      if (token === null || !isRefusal(error)) {
        throw error;
      }
      const renewed = await session.refresh(token);
      if (renewed === null) {
        throw error;
      }
      return await attempt(renewed);
    }
  }

  const notify = (error: ApiError, scene: string | null) => {
    const kind = noticeOf(error);
    if (kind !== null) {
      notices.notify({ kind, error, scene });
    }
  };

  async function reporting<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      connection.report('answered');
      return result;
    } catch (error) {
      if (error instanceof ApiError) {
        connection.report(isUnreachable(error) ? 'unreachable' : 'answered');
      }
      throw error;
    }
  }

  async function perform<Result>(attempt: Attempt<Result>, scene: string | null): Promise<Result> {
    try {
      return await reporting(() => renewing(attempt));
    } catch (error) {
      const kind = error instanceof ApiError ? noticeOf(error) : null;
      if (kind !== null) {
        if (kind === 'ended') {
          await session.expire();
        }
        notify(error as ApiError, scene);
      }
      throw error;
    }
  }

  const call: Call = async (name, ...[input, options = {}]) => {
    const given = (input ?? {}) as CallInput<typeof name>;
    const attempt = (token: string | null) => send(name, given, { token, language: language() }, options);
    return ROUTE_TABLE[name].auth === 'none'
      ? await reporting(() => attempt(null))
      : await perform(attempt, sceneOf(name, input));
  };

  return {
    call,
    perform,
    onNotice: notices.add,
    notify,
  };
}

/** Kind of notice that an error causes; `null` if none. */
export function noticeOf(error: ApiError): ClientNotice['kind'] | null {
  switch (error.code) {
    case 'security.account.overflown_storage':
      return 'overflown';
    case 'security.account.storage-full':
    case 'library.limit':
      return 'storage-full';
    case 'scenes.limit':
    case 'workspaces.limit':
      return 'limit';
    default:
  }
  if (error.status !== 401 && error.status !== 403) {
    return null;
  }
  const isAnswer = error.code in ERRORS && !error.code.startsWith('auth.session');
  return isAnswer ? 'refused' : 'ended';
}

/** Whether an application-wide notice already shows the error, so that the caller need not. */
export function isNoticed(error: unknown): boolean {
  return error instanceof ApiError && noticeOf(error) !== null;
}

/** Uuid of a call's scene; those routes have it in their address. */
function sceneOf(name: RouteName, input: { params?: Record<string, string> } | undefined): string | null {
  return ROUTE_TABLE[name].path.startsWith('/api/compositions/') ? (input?.params?.id ?? null) : null;
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
