import { parseDocument } from '@diorama/shared/scene/document.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { createPerson, type NewPerson } from '@diorama/shared/server/people/people.queries.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import { createComposition } from '@diorama/shared/server/scenes/composition-changes.ts';
import * as Y from 'yjs';

/** A user with a workspace on Free, as stored in the database. */
export type TestPerson = { userId: string; accountId: string; email: string };

/** Creates a user with a workspace directly in the database. */
export async function makePerson(db: Knex, who: Partial<NewPerson> = {}): Promise<TestPerson> {
  const nobody = { name: 'Ada', locale: 'en', passwordHash: null, isDemo: false, utm: null };
  const person = { ...nobody, email: `${uuidv7()}@people.test`, ...who };
  const made = await createPerson(db, person);
  if (!made) {
    throw new Error('The person was not made');
  }
  return { ...made, email: person.email };
}

/** The Yjs update of a scene's document, as stored in the database. */
export function snapshotOf(document: object = {}): Uint8Array {
  return Y.encodeStateAsUpdate(toYDoc(parseDocument(document)));
}

/** Creates a scene in a user's workspace directly in the database. @returns its id */
export function makeScene(
  db: Knex,
  { userId, accountId }: Pick<TestPerson, 'userId' | 'accountId'>,
  { name = 'Scene', document = {} }: { name?: string; document?: object } = {},
): Promise<string> {
  const scene = { userId, accountId, projectId: null, name, snapshot: snapshotOf(document) };
  return createComposition(db, scene);
}
