import { generatePath, type PathParam } from 'react-router';
import { PAGES, type Page } from './pages.ts';

type NamedPage = Extract<Page, { name: string }>;

/** Names of the routes that have one. */
export type RouteName = NamedPage['name'];
type PatternOf<Name extends RouteName> = Extract<NamedPage, { name: Name }>['path'];
type ParamsOf<Name extends RouteName> = Record<PathParam<PatternOf<Name>>, string | null>;

/** Path of a named route without language, with its parameters encoded. An optional parameter may be `null`. */
export function pathOf<Name extends RouteName>(name: Name, params: ParamsOf<Name>): string {
  return generatePath<string>(patternOf(name), params);
}

function patternOf(name: RouteName): string {
  const page = PAGES.find((entry) => 'name' in entry && entry.name === name);
  if (page === undefined) {
    throw new Error(`There is no route named ${name}`);
  }
  return page.path;
}
