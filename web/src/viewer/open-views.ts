import { hasSavedViews } from '@diorama/shared/scene/has-saved-views.ts';
import { fetchCode } from '../fetch-code.ts';
import { startActivity } from './start-activity.ts';
import type { ViewsMenuOptions } from './views-menu.ts';

/** Fetches the menu of views, for scenes with stored ones. Returns a function that removes it. */
export function openViews(options: ViewsMenuOptions, onLost: () => void): () => void {
  if (!hasSavedViews(options.document)) {
    return () => undefined;
  }
  const load = async () => {
    const { ViewsMenu } = await fetchCode(() => import('./views-menu.ts'));
    return new ViewsMenu(options);
  };
  return startActivity(load, onLost);
}
