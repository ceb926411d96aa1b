/** Logo of Diorama: a small stage with a cube on it. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path d="M12 2.5 21 7.25v9.5l-9 4.75-9-4.75v-9.5z" fill="var(--primary)" />
      <path d="m3 7.25 9 4.75v9.5l-9-4.75z" fill="var(--primary-active)" />
      <path d="m12 12 9-4.75L12 2.5 3 7.25z" fill="var(--primary-text)" />
      <path d="m12 6 4.2 2.2v4.4L12 14.8l-4.2-2.2V8.2z" fill="var(--on-primary)" fillOpacity=".92" />
    </svg>
  );
}
