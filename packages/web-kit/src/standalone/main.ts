// The page itself comes later: what it shares with other remotes has to be settled first.
void import('./page.js');
