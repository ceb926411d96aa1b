import { describe, expect, it, vi } from 'vitest';
import { createWorkspaceChoice } from './workspace-choice.ts';

function memory(): Pick<Storage, 'getItem' | 'setItem'> {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
    },
  };
}

describe('the chosen workspace', () => {
  it('is nobody’s choice until somebody chooses', () => {
    expect(createWorkspaceChoice(memory()).get('ada')).toBeNull();
  });

  it('is remembered for the next visit, for each person alone', () => {
    const storage = memory();
    createWorkspaceChoice(storage).choose('ada', 'studio');
    const next = createWorkspaceChoice(storage);
    expect(next.get('ada')).toBe('studio');
    expect(next.get('bob')).toBeNull();
  });

  it('does not follow the choice of another tab', () => {
    const storage = memory();
    const here = createWorkspaceChoice(storage);
    here.choose('ada', 'studio');
    createWorkspaceChoice(storage).choose('ada', 'school');
    expect(here.get('ada')).toBe('studio');
  });

  it('tells its listeners until they leave', () => {
    const choice = createWorkspaceChoice(memory());
    const listener = vi.fn();
    const leave = choice.subscribe(listener);
    choice.choose('ada', 'studio');
    leave();
    choice.choose('ada', 'school');
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
