/** What the server tells, for as long as somebody wants to hear it. */

export const RETRY_MS = 3000;

/** Hear what is told at an address, until what is returned is called. */
export function listenTo(url, hear) {
  let source, retry;
  const open = () => {
    source = new EventSource(url);
    source.onmessage = hear;
    source.onerror = () => {
      // The browser tries again by itself, but not when the server has refused.
      if (source.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS);
    };
  };
  open();
  return () => {
    clearTimeout(retry);
    source.close();
  };
}
