import { beforeEach, expect } from 'vitest';
import type { Answer, Harness, Person } from '../../test/harness.ts';
import { idOf, useWorkspace } from '../../test/workspace-fixture.ts';

/** Fields of an invitation; without a list it is to the test's scene. */
export type InvitationInput = { email?: string; role?: number; [list: string]: unknown };

export const UNKNOWN_UUID = '01900000-0000-7000-8000-0000000000aa';

export interface InvitationsFixture {
  readonly harness: Harness;
  readonly owner: Person;
  /** The uuid of the scene of the invitations, called Showroom. */
  readonly scene: string;
  named(name: string): string;
  addressOf(name: string): string;
  join(name: string): Promise<Person>;
  call(person: Person | null, method: string, path: string, body?: unknown): Promise<Answer>;
  /** @returns the uuid of another scene. */
  createScene(body?: object): Promise<string>;
  /** @returns the uuid of a project. */
  createProject(): Promise<string>;
  /** Invites bob to edit the scene, unless the input overrides it. */
  invite(requested: InvitationInput, person?: Person): Promise<Answer>;
  /** The same, which must succeed. @returns its uuid. */
  invited(requested?: InvitationInput): Promise<string>;
  accept(person: Person, id: string): Promise<Answer>;
  mailsTo(email: string, template: string): Promise<{ locale: string; props: Record<string, unknown> }[]>;
  /** The permission of a user on a scene; null where the scene is hidden from them. */
  permission(person: Person, scene?: string): Promise<unknown>;
}

/** A workspace with a scene that people are invited to, new for each test. */
export function useInvitations(): InvitationsFixture {
  const workspace = useWorkspace();
  const { callAs: call, named, addressOf, join } = workspace;
  let scene: string;
  beforeEach(async () => {
    scene = await fixture.createScene({ name: 'Showroom' });
  });

  const fixture: InvitationsFixture = {
    get harness() {
      return workspace.harness;
    },
    get owner() {
      return workspace.owner;
    },
    get scene() {
      return scene;
    },
    named,
    addressOf,
    join,
    call,
    createScene: async (body) => idOf(await workspace.createScene(body)),
    createProject: async () => idOf(await workspace.createProject()),
    invite: (requested, person = workspace.owner) =>
      call(person, 'POST', '/api/invitations', {
        email: addressOf('bob'),
        role: 0,
        ...(requested.projects || requested.accounts ? {} : { compositions: [`/api/compositions/${scene}`] }),
        ...requested,
      }),
    invited: async (requested = {}) => {
      const answer = await fixture.invite(requested);
      expect(answer.status, answer.text).toBe(201);
      return String(answer.json.uuid);
    },
    accept: (person, id) => call(person, 'PATCH', `/api/invitations/accept/${id}`),
    mailsTo: (email, template) =>
      workspace.harness.db('emails').where({ recipient: email, template }).orderBy('created_at'),
    permission: async (person, id = scene) =>
      (await call(person, 'GET', `/api/compositions/${id}`)).json.permission ?? null,
  };
  return fixture;
}
