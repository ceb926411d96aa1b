import { beforeAll, beforeEach } from 'vitest';
import { type Answer, type Harness, type Person, useHarness } from './harness.ts';

/** A running gateway and a new user with an empty workspace for each test. */
export interface WorkspaceFixture {
  readonly harness: Harness;
  /** Owner of the test's workspace. */
  readonly owner: Person;
  /** A user unrelated to the workspace; the same one in all tests of a file. */
  readonly stranger: Person;
  /** A name that is unique among the tests of the file. */
  named(name: string): string;
  /** The mail address of a user of that name. */
  addressOf(name: string): string;
  /** Signs a user up by such a name. */
  join(name: string): Promise<Person>;
  /** Calls as a user, or without a token. */
  callAs(person: Person | null, method: string, path: string, body?: unknown): Promise<Answer>;
  /** Calls as the owner by default. */
  call(method: string, path: string, body?: unknown, person?: Person): Promise<Answer>;
  /** @returns the scene's `@id`. */
  createScene(body?: object, person?: Person): Promise<string>;
  /** @returns the project's `@id`. */
  createProject(name?: string): Promise<string>;
  /** Shares a scene with a user: 0 to edit, 1 to view. */
  shareScene(scene: string, person: Person, role: 0 | 1): Promise<void>;
}

/** Starts the gateway before a file's tests, makes the workspace before each, and stops it after them; `env` as for the harness. */
export function useWorkspace(env?: Record<string, string>): WorkspaceFixture {
  const harness = useHarness(env);
  let owner: Person;
  let stranger: Person;
  let count = 0;
  beforeAll(async () => {
    stranger = await harness.signUp('stranger');
  });
  beforeEach(async () => {
    count += 1;
    owner = await fixture.join('owner');
  });

  const fixture: WorkspaceFixture = {
    harness,
    get owner() {
      return owner;
    },
    get stranger() {
      return stranger;
    },
    named: (name) => `${name}${count}`,
    addressOf: (name) => `${name}${count}@people.test`,
    join: (name) => harness.signUp(`${name}${count}`),
    callAs: (person, method, path, body) => harness.call(method, path, { token: person?.token, body }),
    call: (method, path, body, person = owner) => fixture.callAs(person, method, path, body),
    createScene: async (body = {}, person = owner) =>
      String((await fixture.callAs(person, 'POST', '/api/compositions', body)).json['@id']),
    createProject: async (name = 'Kitchen') =>
      String((await fixture.call('POST', '/api/projects', { name, owner: owner.accountId })).json['@id']),
    shareScene: async (scene, person, role) => {
      await harness
        .db('composition_members')
        .insert({ composition_id: idOf(scene), user_id: person.userId, role });
    },
  };
  return fixture;
}

/** The uuid at the end of an `@id`. */
export function idOf(iri: string): string {
  return iri.slice(-36);
}
