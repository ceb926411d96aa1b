import { VISITOR_PATHS } from './visitor-paths.ts';

/** Address of a visitor's call about a scene. */
export function visitorUrl(call: keyof typeof VISITOR_PATHS, uuid: string): string {
  return VISITOR_PATHS[call].replace('{uuid}', encodeURIComponent(uuid));
}
