import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../harness.ts';
import { CALLERS, createWorld, OPERATOR_EMAIL, type Place, type World } from './world.ts';

const PASSWORD = 'open sesame';

/** The scenes of the table are not published. These are, behind a password. */
describe('access to password-protected scenes', () => {
  const harness = useHarness({ OPERATOR_EMAILS: OPERATOR_EMAIL });
  let world: World;
  beforeAll(async () => {
    world = await createWorld(harness.deps);
    for (const place of [world.own('owner'), world.own('suspended'), world.foreign]) {
      await lock(place);
    }
  });

  const lock = async ({ scene }: Place) => {
    const output = await harness.db('scene_outputs').where({ composition_id: scene }).first('id');
    await harness.db('scene_outputs').where({ id: output.id }).update({ status: 'completed' });
    await harness
      .db('compositions')
      .where({ id: scene })
      .update({
        privacy: 'password',
        status: 'published',
        password_hash: await harness.deps.passwords.hash(PASSWORD, 'known'),
        published_output_id: output.id,
      });
  };
  const visit = ({ scene }: Place, token: string | undefined) =>
    harness.call('GET', `/api/public/scenes/${scene}`, { token });
  const unlock = ({ scene }: Place, token: string | undefined, password: string) =>
    harness.call('POST', `/api/public/scenes/${scene}/unlock`, { token, body: { password } });

  it.each(CALLERS)(
    'for %s is limited to the name, and the password unlocks only its scene',
    async (caller) => {
      const token = await world.token(caller);
      const isSuspended = caller === 'suspended';
      // The suspension is all that users learn of a suspended workspace, including its members.
      const closed = isSuspended ? 403 : 423;
      expect((await visit(world.absent, token)).status).toBe(404);
      const own = await visit(world.own(caller), token);
      expect(own.status).toBe(closed);
      if (isSuspended) {
        expect([own.json.description, own.json.name]).toEqual(['security.scene.blocked', undefined]);
      }
      const foreign = await visit(world.foreign, token);
      expect([foreign.status, foreign.json.name]).toEqual([423, 'Scene']);
      expect(foreign.text).not.toContain(world.foreign.asset);

      const guesses = await Promise.all(
        [world.own(caller), world.foreign, world.absent].map((place) => unlock(place, token, 'a guess')),
      );
      expect(guesses.map(({ status }) => status)).toEqual([401, 401, 404]);
      const key = await unlock(world.foreign, token, PASSWORD);
      expect(key.status).toBe(200);
      expect((await visit(world.foreign, String(key.json.token))).status).toBe(200);
      expect((await visit(world.own(caller), String(key.json.token))).status).toBe(closed);
      // It does not authenticate a user either.
      const me = await harness.call('GET', '/api/users/me', { token: String(key.json.token) });
      expect(me.status).toBe(401);
    },
  );
});
