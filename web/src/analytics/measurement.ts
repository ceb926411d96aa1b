import { onTrack } from '../api/track.ts';

/** Time for which events are batched before they are sent. */
const BATCH_MS = 5_000;

/** Limit of unsent events, so that a service outage does not fill the memory. */
const MAX_WAITING = 200;

const VISITOR_KEY = 'diorama.visitor';

type AnalyticsEvent = { event: string; timestamp: string; properties: Record<string, string | null> };

/** Dependencies of product analytics. */
type AnalyticsOptions = {
  url: string;
  key: string;
  page: Window;
  /** Uuid of the signed-in user. */
  personId: () => string | null;
  newId: () => string;
};

type ProductAnalytics = {
  /** Records an event, such as those of the `dataLayer`, with its page. */
  capture(event: string, pathname: string): void;
  /** Sends the pending events and stops. */
  stop(): void;
};

/** Services that the installation has configured. */
export type MeasurementServices = { gtmId: string | null; analytics: { url: string; key: string } | null };

/**
 * Starts the configured services; call it only once the visitor has consented.
 * @returns a function that reports an opened page to product analytics
 */
export function startMeasurement(
  services: MeasurementServices,
  visitor: Pick<AnalyticsOptions, 'personId' | 'newId'>,
): { pageOpened: (pathname: string) => void } {
  if (services.gtmId !== null) {
    startTagManager(window, services.gtmId);
  }
  if (services.analytics === null) {
    return { pageOpened: () => undefined };
  }
  const analytics = startProductAnalytics({ ...services.analytics, ...visitor, page: window });
  onTrack((event) => analytics.capture(event, window.location.pathname));
  return { pageOpened: (pathname) => analytics.capture('$pageview', pathname) };
}

/** Starts the tag manager: it reads the current `dataLayer` and observes later pushes. */
function startTagManager(page: Window & { dataLayer?: object[] }, id: string): void {
  page.dataLayer ??= [];
  page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = page.document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?${new URLSearchParams({ id })}`;
  page.document.head.append(script);
}

/** Starts sending events to a service with PostHog's `/batch/` API. Call it only after the visitor's consent. */
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
    // A failed measurement must not disturb the page.
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

/** The path without identifying or secret parts: uuids and tokens. */
export function withoutIds(pathname: string): string {
  return pathname
    .split('/')
    .map((part) => (/^[0-9a-f-]{36}$/i.test(part) || part.length > 30 ? ':id' : part))
    .join('/');
}
