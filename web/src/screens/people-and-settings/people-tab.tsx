import { Skeleton } from '../../components/feedback/skeleton.tsx';

/** The people part of people and settings. */
export function PeopleTab() {
  return <Skeleton height="12rem" />;
}
