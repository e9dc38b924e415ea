// Runs in a worker: the first Intl format of a process loads the locale data, which is slow.
// The data is shared by the whole process, so the page waits for it without being blocked (decision 0085).
Intl.NumberFormat('en');
Intl.DateTimeFormat('en');
postMessage(null);
close();
