import { parseDocument } from '@diorama/shared/scene/document.ts';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { SceneAssets } from '../scene-assets.ts';
import { OptionsForm } from './options-form.ts';
import { SceneOptions } from './scene-options.ts';

const COLOR = { color: { name: 'Color', index: 'a5' } };
const COLORS = {
  oak: { option: 'color', name: 'Oak', price: '€ 480' },
  red: { option: 'color', name: 'Red', index: 'a1', price: '€ 500' },
};
const LEGS = { legs: { name: 'Legs', index: 'a1' } };
const WOOD = { wood: { option: 'legs', name: 'Wood', price: '+ € 40' } };

function open(members: object): SceneOptions {
  const place = document.body.appendChild(document.createElement('div'));
  const options = new SceneOptions(parseDocument(members), new URLSearchParams());
  const form = new OptionsForm({ place, options, files: new SceneAssets({}, async () => ({})) });
  onTestFinished(() => {
    form.dispose();
    place.remove();
  });
  return options;
}

const radio = (name: string) => page.getByRole('radio', { name, exact: true });
const groups = () =>
  page
    .getByRole('group')
    .elements()
    .map((group) => group.querySelector('legend')?.textContent);
const price = () => document.querySelector('.scene-options output')?.textContent;

it('the form shows the choices of a scene and their prices', async () => {
  open({ options: COLOR, choices: COLORS });
  await expect.element(radio('Oak')).toBeChecked();
  expect([groups(), price()]).toEqual([['ColorOak'], '€ 480']);
  await radio('Red').click({ force: true });
  expect([groups(), price()]).toEqual([['ColorRed'], '€ 500']);
});

it('the form keeps the focus while its options are edited', async () => {
  const options = open({ options: COLOR, choices: COLORS });
  await radio('Red').click({ force: true });
  options.setBase(parseDocument({ options: { ...LEGS, ...COLOR }, choices: { ...WOOD, ...COLORS } }));
  expect([groups(), price()]).toEqual([['LegsWood', 'ColorRed'], '+ € 40 + € 500']);
  await expect.element(radio('Red')).toHaveFocus();
  options.setBase(parseDocument({ options: LEGS, choices: { wood: { ...WOOD.wood, name: 'Beech' } } }));
  expect(groups()).toEqual(['LegsBeech']);
});

it('the form is hidden until the scene has options', async () => {
  const options = open({});
  const form = page.getByRole('form', { includeHidden: true });
  await expect.element(form).not.toBeVisible();
  options.setBase(parseDocument({ options: COLOR, choices: COLORS }));
  await expect.element(radio('Oak')).toBeChecked();
  await expect.element(form).toBeVisible();
});
