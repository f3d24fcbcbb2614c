"""The screens: home, play, options, help."""
