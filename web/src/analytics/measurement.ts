import { onTrack } from '../api/track.ts';
import { type AnalyticsOptions, startProductAnalytics } from './product-analytics.ts';
import { startTagManager } from './tag-manager.ts';

/** Services that the installation has configured. */
export type MeasurementServices = {
  gtmId: string | null;
  analytics: { url: string; key: string } | null;
};

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
