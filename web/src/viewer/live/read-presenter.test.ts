import { describe, expect, it } from 'vitest';
import { metresBehind } from '../../scene/framing.ts';
import { readPresenter } from './read-presenter.ts';

const say = (fields: object) => readPresenter(JSON.stringify({ type: 'showing', ...fields }));

describe('readPresenter', () => {
  it('returns the view, pointer and annotation', () => {
    const shown = say({ by: 'Ada', camera: [0, 1, 5, 0, 1, 0, 40], cursor: [1, 2, 3], stop: 'lid' });
    expect(shown).toMatchObject({ by: 'Ada', view: { fov: 40 }, stop: 'lid' });
    expect(shown).toHaveProperty('cursor.x', 1);
  });

  it('replaces an orthographic view by a distant perspective view of the same extent', () => {
    const shown = say({ by: 'Ada', camera: [0, 1, 5, 0, 1, 0, 40], isFlat: true });
    const { position, target, fov } = (shown !== 'other' && shown?.view) || { fov: 0 };
    const distance = position && target ? position.distanceTo(target) : 0;
    const tan = (degrees: number) => Math.tan((degrees * Math.PI) / 360);
    expect(fov).toBeLessThanOrEqual(2);
    expect(distance * tan(fov)).toBeCloseTo(5 * tan(40));
    expect(position?.toArray().slice(0, 2)).toEqual([0, 1]);
  });

  it('returns the distance by which fog and focus must shift for a distant view', () => {
    const viewOf = (isFlat: boolean) => {
      const shown = say({ by: 'Ada', camera: [0, 1, 5, 0, 1, 0, 40], isFlat });
      if (shown === 'other' || !shown?.view) {
        throw new Error('It is a view');
      }
      return shown.view;
    };
    const { position, target } = viewOf(true);
    expect(position.distanceTo(target) - metresBehind(viewOf(true))).toBeCloseTo(5);
    expect(metresBehind(viewOf(false))).toBe(0);
  });

  it('returns null without a presenter, and omits invalid values', () => {
    expect(say({ by: null })).toBeNull();
    const nothing = { by: 'Ada', view: null, cursor: null, stop: null };
    expect(say({ by: 'Ada', camera: [0, 0, 0, 0, 0, 0, 40], cursor: [1, '2', 3], stop: 4 })).toEqual(nothing);
    expect(say({ by: 'Ada', camera: [0, 1, 5, 0, 1, 0, 400], cursor: [1, 2], stop: null })).toEqual(nothing);
  });

  it('returns a separate result for other messages', () => {
    expect(readPresenter('{"type":"stored","state":"AA=="}')).toBe('other');
    expect(readPresenter('null')).toBe('other');
    expect(readPresenter('<html>')).toBe('other');
  });
});
