"""The private names of Textual that are used here; a test renames each, one at a time, and plays."""

from __future__ import annotations

MODULES = ("textual._compositor", "textual._xterm_parser", "textual._styles_cache")
NAMES = (
    *MODULES,
    *("_background_screens", "_batch_count", "_bindings", "_capture_stderr", "_capture_stdout"),
    *("_close_messages_no_wait", "_closed", "_closing", "_compositor", "_compositor_refresh", "_dirty_regions"),
    *("_dirty_widgets", "_disable_tooltips", "_display", "_driver", "_exception", "_exception_event", "_filters"),
    *("_full_map", "_get_dispatch_methods", "_handle_exception", "_keymap", "_layout_required", "_message_queue"),
    *("_next_callbacks", "_on_timer_update", "_parse_cache", "_process_messages", "_pruning", "_refresh_layout"),
    *("_regions_to_spans", "_return_code", "_running", "_screen_stack", "_sequence_to_key_events", "_set_dirty"),
    *("_set_pointer_shape", "_size", "_variables"),
)
