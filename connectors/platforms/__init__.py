"""One folder per no-code platform: `emit(catalogue)` yields the files of its package. Nothing here knows a provider."""
