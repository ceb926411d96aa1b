import { type RouteName, routes } from '@diorama/shared/contract/index.ts';
import { describe, expect, it } from 'vitest';
import { useHarness } from '../harness.ts';
import { ask, type ComparableAnswer } from './ask.ts';
import { CELLS, type Cell, NAMELESS, type Unseen } from './cells.ts';
import { CALLERS, type Caller, createWorld, OPERATOR_EMAIL, type World } from './world.ts';

/** Responses for a caller's own place, a foreign one, and a missing one. */
type Answers = { own: ComparableAnswer; foreign: ComparableAnswer; absent: ComparableAnswer };

/** The notation of a response in the table. */
function cellOf({ own, absent }: Answers, unseen: Unseen): Cell {
  const tellsNothing = unseen !== NAMELESS && own.status < 300 && own.text === absent.text;
  return tellsNothing ? 'same' : own.status;
}

describe('route permissions', () => {
  const harness = useHarness({ OPERATOR_EMAILS: OPERATOR_EMAIL });

  const askAll = async (name: RouteName, world: World, caller: Caller): Promise<Answers> => {
    const token = await world.token(caller);
    const own = () => ask(harness, name, world.own(caller), token);
    if (CELLS[name].unseen === NAMELESS) {
      const told = await own();
      return { own: told, foreign: told, absent: told };
    }
    const absent = await ask(harness, name, world.absent, token);
    const foreign = await ask(harness, name, world.foreign, token);
    return { absent, foreign, own: await own() };
  };

  for (const name of Object.keys(routes) as RouteName[]) {
    const { unseen } = CELLS[name];
    it(`${routes[name].method} ${routes[name].path}`, async () => {
      const cells: [Caller, Cell][] = [];
      let world = await createWorld(harness.deps);
      for (const caller of CALLERS) {
        const answers = await askAll(name, world, caller);
        cells.push([caller, cellOf(answers, unseen)]);
        if (unseen !== NAMELESS && unseen !== 'open') {
          expect(answers.foreign, `${caller}, what is not theirs and what is not there`).toEqual(
            answers.absent,
          );
        }
        if (typeof unseen === 'number' && caller !== 'nobody') {
          expect(answers.absent.status, `${caller}, what is not there`).toBe(unseen);
        }
        // Restores changed or deleted resources for the next caller.
        const hasChanged = [answers.own, answers.foreign].some(({ status }) => status < 300);
        world = routes[name].method !== 'GET' && hasChanged ? await createWorld(harness.deps) : world;
      }
      expect(Object.fromEntries(cells)).toEqual(
        Object.fromEntries(CALLERS.map((caller, at) => [caller, CELLS[name].own[at]])),
      );
    });
  }
});
