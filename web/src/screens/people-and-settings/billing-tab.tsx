import { Skeleton } from '../../components/feedback/skeleton.tsx';

/** The billing part of people and settings. */
export function BillingTab() {
  return <Skeleton height="12rem" />;
}
