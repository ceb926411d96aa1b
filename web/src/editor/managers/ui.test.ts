import { expect, it } from 'vitest';
import { UiManager } from './ui.ts';

it('UiManager reports the progress of each transfer, also for two nodes with one name', () => {
  const ui = new UiManager();
  const { transfers } = ui;
  const stop = () => undefined;
  const [first, second] = [ui.beginTransfer('Vase'), ui.beginTransfer('Vase', stop)];
  second.progress(0.25);
  second.progress(0.5);
  expect(transfers.value).toEqual([
    { name: 'Vase', isFile: false, share: null, cancel: null },
    { name: 'Vase', isFile: false, share: 0.5, cancel: stop },
  ]);
  first.end();
  expect(transfers.value).toEqual([{ name: 'Vase', isFile: false, share: 0.5, cancel: stop }]);
  second.end();
  // Progress after the end is ignored.
  second.progress(1);
  expect(transfers.value).toEqual([]);
});

it('UiManager stores one mark per action until the mark is cleared', () => {
  const ui = new UiManager();
  ui.mark('tool.comment', 'unread comments');
  ui.mark('publish', 'changes');
  ui.mark('tool.comment', null);
  expect(ui.marks.value).toEqual({ 'tool.comment': null, publish: 'changes' });
});
