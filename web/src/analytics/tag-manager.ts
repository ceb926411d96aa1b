/** Starts the tag manager: it reads the current `dataLayer` and observes later pushes. */
export function startTagManager(page: Window & { dataLayer?: object[] }, id: string): void {
  page.dataLayer ??= [];
  page.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' });
  const script = page.document.createElement('script');
  script.async = true;
  script.src = `https://www.googletagmanager.com/gtm.js?${new URLSearchParams({ id })}`;
  page.document.head.append(script);
}
