/* Stands in index.html: fetches and starts the page when the first paint is on the screen, so that nothing competes with it. */
{
  const start = document.getElementById('start');
  /* Each in a task of its own: asking for a file takes a slow phone some milliseconds. */
  const begin = () => {
    const next = start.content.firstChild;
    if (next) {
      document.head.append(next);
      setTimeout(begin);
    } else if (start.isConnected) {
      start.remove();
      new Worker('/languages.js');
    }
  };
  if (document.getElementById('first-paint')) {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    /* A page in the background is not painted. */
    setTimeout(begin, 1000);
  } else begin();
}
