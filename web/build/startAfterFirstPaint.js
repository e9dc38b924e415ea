/* Stands in index.html: fetches and starts the page when the first paint is on the screen, so that nothing competes with it. */
{
  const start = document.getElementById('start');
  const begin = () => {
    document.body.append(start.content);
    /* A browser takes long to learn its languages: it does so while files are on their way, in two tasks. */
    setTimeout(() => Intl.Collator('en'));
    setTimeout(() => Intl.NumberFormat('en'));
  };
  if (document.getElementById('first-paint')) {
    new PerformanceObserver(begin).observe({ type: 'paint', buffered: true });
    /* A page in the background is not painted. */
    setTimeout(begin, 1000);
  } else begin();
}
