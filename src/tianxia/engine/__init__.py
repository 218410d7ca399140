"""What every game shares: records, actions, events, the compile layer, matches, record files. No game in it."""
