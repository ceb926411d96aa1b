import type { RequestOf, ResultOf, RouteName } from '@diorama/shared/contract/index.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { ApiError, isAbort, NETWORK_ERROR, parseApiError } from './api-error.ts';
import { newTraceparent, randomId } from './random-id.ts';
import { ROUTE_TABLE, type RouteEntry } from './route-table.ts';
import { recordServerTime } from './server-time.ts';
import { urlOf } from './url.ts';

type OptionalKeys<T> = { [Key in keyof T]-?: Record<never, never> extends T[Key] ? Key : never }[keyof T];

/** Input of a route; parts whose every key is optional may be left out. */
export type CallInput<Name extends RouteName> = Omit<RequestOf<Name>, OptionalKeys<RequestOf<Name>>> &
  Partial<Pick<RequestOf<Name>, OptionalKeys<RequestOf<Name>>>>;

export type SendOptions = {
  signal?: AbortSignal;
  /** The one file of a multipart route. */
  file?: File | undefined;
  /** Files of a multipart route that takes several, by field name. */
  files?: Readonly<Record<string, File | undefined>> | undefined;
  /** Called with the share of the body that has been sent, 0 to 1; only with `file`. */
  onProgress?: ((share: number) => void) | undefined;
  headers?: Readonly<Record<string, string>>;
};

type SendContext = { token: string | null; language: Language };

type Answer = { status: number; type: string | null; body: string; retryAfter: string | null };
type Outgoing = { url: string; method: string; headers: Record<string, string>; body: BodyInit | null };

/**
 * Sends one request of the route table and parses its answer. It is independent of sessions.
 * @throws ApiError for every answer that is not a success, and when there was none
 */
export async function send<Name extends RouteName>(
  name: Name,
  input: CallInput<Name>,
  context: SendContext,
  options: SendOptions = {},
): Promise<ResultOf<Name>> {
  const parts = input as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
  };
  const route = ROUTE_TABLE[name];
  const outgoing: Outgoing = {
    url: urlOf(name, parts),
    method: route.method,
    headers: { ...headersOf(route, context), ...options.headers },
    body: bodyOf(route, parts.body, { file: options.file, ...options.files }),
  };
  if (typeof outgoing.body === 'string') {
    outgoing.headers['Content-Type'] = 'application/json';
  }
  const answer = options.onProgress
    ? await sendByXhr(outgoing, options)
    : await sendByFetch(outgoing, options);
  if (answer.status >= 400) {
    throw parseApiError(answer.status, answer.body, answer.retryAfter);
  }
  return (answer.type?.includes('json') ? JSON.parse(answer.body) : undefined) as ResultOf<Name>;
}

function headersOf(route: RouteEntry, { token, language }: SendContext): Record<string, string> {
  const headers: Record<string, string> = { Accept: 'application/ld+json', 'Accept-Language': language };
  if (token !== null && route.auth !== 'none') {
    headers.Authorization = `Bearer ${token}`;
  }
  if (route.idempotent) {
    headers['Idempotency-Key'] = randomId();
  }
  if (route.method !== 'GET') {
    headers.traceparent = newTraceparent();
  }
  return headers;
}

function bodyOf(route: RouteEntry, body: unknown, files: NonNullable<SendOptions['files']>): BodyInit | null {
  if (route.bodyKind !== 'multipart') {
    return body === undefined ? null : JSON.stringify(body);
  }
  const form = new FormData();
  for (const [key, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null) {
      form.append(key, String(value));
    }
  }
  // Files come last, so that a streaming reader knows the fields before the bytes arrive.
  for (const [name, file] of Object.entries(files)) {
    if (file !== undefined) {
      form.append(name, file, file.name);
    }
  }
  return form;
}

async function sendByFetch(outgoing: Outgoing, { signal }: SendOptions): Promise<Answer> {
  try {
    const { url, ...init } = outgoing;
    const response = await fetch(url, { ...init, signal: signal ?? null });
    recordServerTime(response.headers.get('Date'));
    const body = await response.text();
    return {
      status: response.status,
      type: response.headers.get('Content-Type'),
      body,
      retryAfter: response.headers.get('Retry-After'),
    };
  } catch (error) {
    throw isAbort(error) ? error : new ApiError({ status: 0, code: NETWORK_ERROR, cause: error });
  }
}

/** Sends by XMLHttpRequest, because `fetch` cannot report the progress of a body. */
function sendByXhr(outgoing: Outgoing, { signal, onProgress }: SendOptions): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const handleAbort = () => request.abort();
    request.open(outgoing.method, outgoing.url);
    for (const [name, value] of Object.entries(outgoing.headers)) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => onProgress?.(event.total > 0 ? event.loaded / event.total : 0);
    request.onload = () =>
      resolve({
        status: request.status,
        type: request.getResponseHeader('Content-Type'),
        body: request.responseText,
        retryAfter: request.getResponseHeader('Retry-After'),
      });
    request.onerror = () => reject(new ApiError({ status: 0, code: NETWORK_ERROR }));
    request.onabort = () => reject(new DOMException('The upload was cancelled', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', handleAbort);
    if (signal?.aborted) {
      reject(new DOMException('The upload was cancelled', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', handleAbort);
    request.send(outgoing.body as XMLHttpRequestBodyInit | null);
  });
}
