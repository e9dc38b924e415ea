/* Stands in index.html: fetches and starts the page when the first paint is on the screen, so that nothing competes with it. */
{
  const start = document.getElementById('start');
  const painted = document.getElementById('first-paint');
  const quiet = document.querySelector('[data-quiet]');
  if (quiet) {
    const hour = new Date().getHours();
    if (hour < 7 || hour >= 19) quiet.dataset.sky = 'clear-night';
    try {
      /* Who has chosen a place is not asked for one. */
      if (localStorage.selected_location || localStorage.current_location) painted.remove();
    } catch {}
  }
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
  if (painted?.isConnected) {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    /* A page in the background is not painted. */
    setTimeout(begin, 1000);
  } else begin();
}
