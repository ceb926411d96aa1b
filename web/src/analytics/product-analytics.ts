/** How long events are gathered before they are sent. */
const BATCH_MS = 5_000;
/** A service that is away must not fill the memory. */
const MAX_WAITING = 200;
const VISITOR_KEY = 'diorama.visitor';

type AnalyticsEvent = {
  event: string;
  timestamp: string;
  properties: Record<string, string | null>;
};

/** What product analytics need to be told from. */
export type AnalyticsOptions = {
  url: string;
  key: string;
  page: Window;
  /** The person who is signed in, by uuid. */
  personId: () => string | null;
  newId: () => string;
};

export type ProductAnalytics = {
  /** Tells of an event, such as those of the `dataLayer`, and the page it happened on. */
  capture(event: string, pathname: string): void;
  /** Sends what waits and stops. */
  stop(): void;
};

/** Tells a service of PostHog's `/batch/` form what happens. Made only after the visitor's consent. */
export function startProductAnalytics(options: AnalyticsOptions): ProductAnalytics {
  const { url, key, page, personId, newId } = options;
  const visitor = page.localStorage.getItem(VISITOR_KEY) ?? newId();
  page.localStorage.setItem(VISITOR_KEY, visitor);
  let waiting: AnalyticsEvent[] = [];
  let timer: number | undefined;

  const flush = () => {
    page.clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) {
      return;
    }
    const body = JSON.stringify({ api_key: key, batch: waiting });
    waiting = [];
    // Measurement that fails is nobody's problem but its own.
    page.fetch(`${url}/batch/`, { method: 'POST', body, keepalive: true }).catch(() => undefined);
  };
  page.addEventListener('pagehide', flush);

  return {
    capture: (event, pathname) => {
      const distinct = personId() ?? visitor;
      waiting.push({
        event,
        timestamp: new Date().toISOString(),
        properties: { distinct_id: distinct, visitor, path: withoutIds(pathname) },
      });
      waiting = waiting.slice(-MAX_WAITING);
      timer ??= page.setTimeout(flush, BATCH_MS);
    },
    stop: () => {
      page.removeEventListener('pagehide', flush);
      flush();
    },
  };
}

/** The address without what names a thing or opens a door: uuids and tokens. */
export function withoutIds(pathname: string): string {
  return pathname
    .split('/')
    .map((part) => (/^[0-9a-f-]{36}$/i.test(part) || part.length > 30 ? ':id' : part))
    .join('/');
}
