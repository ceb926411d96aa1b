import { parseDocument } from '@diorama/shared/scene/document.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SceneOptions } from '../viewer/options/scene-options.ts';
import { type HostedScene, HostLink } from './host-link.ts';
import type { EmbedMessage } from './host-message.ts';

const HOST = 'https://shop.test';
const CHAIR = parseDocument({
  options: { color: { name: 'Color' } },
  choices: {
    oak: { option: 'color', name: 'Oak', sku: 'OAK' },
    red: { option: 'color', name: 'Red', index: 'a1', sku: 'RED' },
    blue: { option: 'color', name: 'Blue', index: 'a2', sku: 'BLUE' },
  },
});

type Sent = { message: EmbedMessage; origin: string };

/** Messages that the embedding page has received. */
const sent: Sent[] = [];
const parent = { postMessage: (message: EmbedMessage, origin: string) => sent.push({ message, origin }) };
let embed = new EventTarget();

beforeEach(() => {
  sent.length = 0;
  embed = new EventTarget();
  vi.stubGlobal('window', Object.assign(embed, { parent }));
  vi.stubGlobal('location', new URL('https://diorama.test/embed/1'));
  const paper = { getContext: () => ({ drawImage: () => undefined }), toDataURL: () => 'data:image/jpeg,' };
  vi.stubGlobal('document', { createElement: () => paper });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Opens the link of a chair whose files have loaded when `ready` resolves. */
function open(ready: () => Promise<unknown> = async () => []) {
  const options = new SceneOptions(CHAIR, new URLSearchParams());
  const canvas = {
    view: { ready },
    element: { width: 640, height: 360 },
    onDrawn: (listener: () => void) => {
      queueMicrotask(listener);
      return () => undefined;
    },
    invalidate: () => undefined,
  };
  const scene = { uuid: '1', name: 'Chair' };
  const link = new HostLink({ canvas, options, scene, tour: { length: 0 } } as unknown as HostedScene);
  return { link, options };
}

function say(message: object): void {
  const data = { diorama: 1, ...message };
  embed.dispatchEvent(Object.assign(new Event('message'), { source: parent, origin: HOST, data }));
}

const received = () => sent.map(({ message, origin }) => [message.type, origin]);
const articles = () =>
  sent.flatMap(({ message }) => (message.type === 'choices' ? [[message.sku, message.picture]] : []));

it('the host link queues early messages until the host page sends its first one', () => {
  const { link } = open();
  link.post({ type: 'annotation', index: 0, title: 'Lid' });
  link.post({ type: 'interaction', name: 'Begin', text: 'seen' });
  expect(received()).toEqual([['ready', '*']]);
  say({ type: 'follow-camera', on: 'nonsense' });
  expect(received().slice(1)).toEqual([
    ['refused', HOST],
    ['annotation', HOST],
    ['interaction', HOST],
  ]);
  link.post({ type: 'interaction', name: 'Later', text: 'waited' });
  expect(received()).toHaveLength(5);
});

it('the host link sends ready first, then the last 50 queued messages', () => {
  const { link } = open();
  for (let i = 0; i < 60; i += 1) {
    link.post({ type: 'interaction', name: 'Begin', text: String(i) });
  }
  say({ type: 'hello' });
  const [, ready, first, ...others] = sent.map(({ message }) => message);
  expect(ready).toMatchObject({ type: 'ready', name: 'Chair' });
  expect(first).toMatchObject({ text: '10' });
  expect(others).toHaveLength(49);
});

it('the host link sends the picture of a choice after its files load', async () => {
  const files = Promise.withResolvers<unknown>();
  const { options } = open(() => files.promise);
  say({ type: 'choose', choices: { color: 'red' } });
  await new Promise((resolve) => setTimeout(resolve));
  expect(articles()).toEqual([]);
  files.resolve([]);
  await vi.waitFor(() => expect(articles()).toEqual([['RED', 'data:image/jpeg,']]));
  expect(options.article.sku).toBe('RED');
});

it('the host link omits choices that were replaced while their files loaded', async () => {
  const files: PromiseWithResolvers<unknown>[] = [];
  open(() => {
    const loading = Promise.withResolvers<unknown>();
    files.push(loading);
    return loading.promise;
  });
  say({ type: 'choose', choices: { color: 'red' } });
  say({ type: 'choose', choices: { color: 'blue' } });
  for (const { resolve } of files) {
    resolve([]);
  }
  await vi.waitFor(() => expect(articles()).toEqual([['BLUE', 'data:image/jpeg,']]));
});

it('the host link sends no picture when files take too long', async () => {
  vi.useFakeTimers();
  open(() => new Promise(() => undefined));
  say({ type: 'choose', choices: { color: 'red' } });
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(articles()).toEqual([['RED', null]]);
});
