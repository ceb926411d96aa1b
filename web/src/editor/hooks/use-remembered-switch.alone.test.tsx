import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useRememberedSwitch } from './use-remembered-switch.ts';

const { folds } = vi.hoisted(() => ({ folds: new Map<string, boolean>() }));
vi.mock('./use-editor.tsx', () => ({ useEditor: () => ({ ui: { folds } }) }));

let toggle = () => undefined as unknown;

function Shown({ name }: { name: string }) {
  const [isOn, switchOver] = useRememberedSwitch(name);
  toggle = switchOver;
  return isOn ? 'on' : 'off';
}

it('a remembered switch is off at first, and its state is shared by name with later panels', () => {
  const shown = (name: string) => renderToStaticMarkup(<Shown name={name} />);
  expect(shown('cube')).toBe('off');
  toggle();
  expect([shown('other'), shown('cube')]).toEqual(['off', 'on']);
  toggle();
  expect(shown('cube')).toBe('off');
});
