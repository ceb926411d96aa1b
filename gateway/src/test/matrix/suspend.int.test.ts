import { describe, expect, it } from 'vitest';
import { useHarness } from '../harness.ts';
import { send } from './ask.ts';
import { CALLERS, type Caller, createWorld, OPERATOR_EMAIL, type Place } from './world.ts';

/** Response for each caller who suspends or resumes their workspace. */
const OWN: Record<Caller, number> = {
  nobody: 401,
  stranger: 404,
  viewer: 404,
  editor: 404,
  guest: 403,
  admin: 403,
  owner: 403,
  operator: 200,
  suspended: 403,
  tenant: 404,
};

describe.each([false, true])('permission to set isActive: %s', (isActive) => {
  const harness = useHarness({ OPERATOR_EMAILS: OPERATOR_EMAIL });

  const say = (place: Place, token: string | undefined) =>
    send(harness, 'updateAccount', { params: { id: place.account }, body: { isActive } }, token);
  const states = (places: readonly Place[]) =>
    harness
      .db('accounts')
      .whereIn(
        'id',
        places.map(({ account }) => account),
      )
      .orderBy('id')
      .pluck('is_active');

  for (const caller of CALLERS) {
    it(caller, async () => {
      const world = await createWorld(harness.deps);
      const places = [world.own(caller), world.foreign];
      const token = await world.token(caller);
      const before = await states(places);
      expect((await say(world.own(caller), token)).status).toBe(OWN[caller]);
      const [foreign, absent] = [await say(world.foreign, token), await say(world.absent, token)];
      expect(absent.status).toBe(caller === 'nobody' ? 401 : 404);
      if (caller === 'operator') {
        expect(foreign.status).toBe(200);
        expect(await states(places)).toEqual([isActive, isActive]);
        return;
      }
      expect([foreign.status, foreign.text]).toEqual([absent.status, absent.text]);
      expect(await states(places)).toEqual(before);
    });
  }
});
