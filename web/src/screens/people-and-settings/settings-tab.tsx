import { Skeleton } from '../../components/feedback/skeleton.tsx';

/** The settings part of people and settings. */
export function SettingsTab() {
  return <Skeleton height="12rem" />;
}
