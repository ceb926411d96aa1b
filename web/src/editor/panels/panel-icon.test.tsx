import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { actions } from '../actions/index.ts';
import { Icon } from '../icons.tsx';
import { PANEL_NAMES } from '../managers/ui.ts';
import { PanelIcon } from './panel-icon.tsx';

it.each(PANEL_NAMES)('the icon of the panel %s differs from all action icons', (name) => {
  const drawn = (markup: string) => markup.slice(markup.indexOf('>'));
  const sign = drawn(renderToStaticMarkup(<PanelIcon name={name} />));
  const others = actions.map(({ icon }) => drawn(renderToStaticMarkup(<Icon name={icon} />)));
  expect(others).not.toContain(sign);
});
