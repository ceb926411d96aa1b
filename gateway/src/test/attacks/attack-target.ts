import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { triangleGlb } from '@diorama/stack/test/tiny-files.ts';
import { multipartForm } from '../multipart-form.ts';

/** A free account with a few scenes and a file, on a running product. */
export type AttackTarget = {
  url: string;
  token: string;
  /** Scenes for presence, edits and documents. */
  scenes: { presence: string; edits: string; document: string };
  /** Path of a large file. */
  file: string;
};

/** Nodes of a document of about 9 MB, which is near the largest that is accepted. */
const NODES = 19_500;
const NAME_LENGTH = 190;
const FILE_BYTES = 20_000_000;

/** Sends a request. @throws Error unless the answer is a success. */
export async function request(
  url: string,
  path: string,
  init: { method?: string; token?: string; body?: string | FormData; headers?: Record<string, string> } = {},
): Promise<Record<string, unknown>> {
  const { method = 'GET', token, body, headers = {} } = init;
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
  }
  return text === '' ? {} : JSON.parse(text);
}

/** Signs up a new person. @returns the token of the session. */
export async function signUpAt(url: string, name: string): Promise<string> {
  const email = `${name}-${crypto.randomUUID()}@people.test`;
  const body = JSON.stringify({ email, password: 'a long enough pass', username: name });
  return String((await request(url, '/api/users/signup', { method: 'POST', body })).token);
}

export async function createSceneAt(url: string, token: string, name: string): Promise<string> {
  const body = JSON.stringify({ name });
  return String((await request(url, '/api/compositions', { method: 'POST', token, body })).uuid);
}

/** A document of about 9 MB. */
export function largeDocument(): string {
  const node = (at: number) => ({
    kind: 'box',
    parent: null,
    index: `a${at.toString(36).padStart(5, '0')}V`,
    name: `Box ${at} ${'x'.repeat(NAME_LENGTH)}`,
    position: [at / 7, at / 11, at / 13],
    props: { size: [1 + at / 7, 1 + at / 11, 1 + at / 13] },
  });
  const nodes = Object.fromEntries(Array.from({ length: NODES }, (_, at) => [`box-${at}`, node(at)]));
  return JSON.stringify({ document: { ...emptyDocument(), nodes } });
}

/** Signs the attacker up and creates the scenes and the file that the attacks use. */
export async function prepareTarget(url: string): Promise<AttackTarget> {
  const token = await signUpAt(url, 'attacker');
  const scenes = {
    presence: await createSceneAt(url, token, 'Presence'),
    edits: await createSceneAt(url, token, 'Edits'),
    document: await createSceneAt(url, token, 'Document'),
  };
  await request(url, `/api/compositions/${scenes.document}/document`, {
    method: 'PUT',
    token,
    body: largeDocument(),
    headers: { 'if-match': '0' },
  });
  const body = multipartForm({ type: '2' }, ['file', 'large.glb', triangleGlb({ unused: FILE_BYTES })]);
  const asset = await request(url, '/api/assets/upload', { method: 'POST', token, body });
  const file = new URL(String(asset.originalUrl), url);
  return { url, token, scenes, file: file.pathname + file.search };
}
